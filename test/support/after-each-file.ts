import { afterAll, vi } from 'vitest';

// Files share their workers: what one sets in the environment is not the next one's.
afterAll(() => void vi.unstubAllEnvs());
