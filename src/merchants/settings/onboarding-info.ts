import { type Setting, unseen } from './setting.ts';

const FIELDS = ['businessTotalMonthly', 'businessPpm'] as const;

/** The two fields of the onboarding that can be changed after the creation. The service does not show them. */
export const onboardingInfo: Setting = {
  name: 'onboarding info',
  columns: FIELDS,
  async differences(context) {
    return FIELDS.flatMap((field) => {
      const value = context.cells[field];
      const unlike = value === undefined ? null : unseen(context, onboardingKey(field), value);
      if (!unlike || value === undefined) return [];
      return [
        {
          what: field,
          after: value,
          ...unlike,
          send: async (service, signal) => {
            await service.call('updateOnboarding', { body: { [field]: value } }, { signal });
            return undefined;
          },
        },
      ];
    });
  },
};

export const onboardingKey = (field: string) => `onboarding.${field}`;
