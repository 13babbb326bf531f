import { MOVEMENT_SETS } from '@quincena/domain/treasury/schema'
import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

/** Search parameters of the treasury: the day, the movements shown, and the trial balance instead of the day. */
export const treasurySearch = listSearch({
  day: z.iso.date(),
  set: z.enum(MOVEMENT_SETS),
  view: z.literal('balance'),
  period: z.literal('month'),
})
export type TreasurySearch = ReturnType<typeof treasurySearch>
