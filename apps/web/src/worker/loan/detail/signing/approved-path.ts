/** Screen after a successful acceptance. */
export const approvedPath = {
  credit: '/app/credit-request-approved/$id',
  advance: '/app/advance-request-approved/$id',
} as const
