// Without zod, because the login screen uses it.
/** Most characters of texts that forms and routes accept; each form field stops at the same number. */
export const TEXT_LIMITS = {
  email: 254,
  password: 128,
  search: 100,
  /** A reason or note that staff write. */
  reason: 500,
  /** A note of staff, or what a contact brought. */
  note: 2000,
  next_step: 200,
  feedback: 1000,
  privacy_detail: 2000,
  privacy_answer: 4000,
} as const
