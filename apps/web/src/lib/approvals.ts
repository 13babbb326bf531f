import { type approvalRequested, approvalSummary } from '@quincena/domain/approvals/schema'
import type { z } from 'zod'
import { keys } from './keys.ts'
import { readQuery } from './read-query.ts'

/** Loads what waits for the user, and how many active users there are to decide. */
export const approvalSummaryQuery = readQuery(keys.approvals.summary, approvalSummary, {
  path: '/approvals/summary',
})

/** The answer of a command that another person has to allow. (The limits of loans have an amount of that name.) */
export const isAsked = (answer: object): answer is z.output<typeof approvalRequested> =>
  'approval' in answer && typeof answer.approval === 'object' && answer.approval !== null

/** What staff read when a command is above a limit. */
export const askedText = 'Pasa del límite: espera en Por autorizar a que otra persona lo autorice'

/** What an admin reads when a change of a setting waits for another one. */
export const settingAskedText = 'Espera a que otro administrador lo autorice. Mientras tanto nada cambia.'
