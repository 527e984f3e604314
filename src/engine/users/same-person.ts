export { checkName, isSamePerson } from '../../batches/approve.ts';
