import type { MessageCode } from '../messages.ts'
import type { UserType } from '../users/schema.ts'

/**
 * Open: waits for a second person. Approved: carried out. Refused: by a second person. Withdrawn: by its requester. Stale:
 * its subject changed before somebody approved it.
 */
export const APPROVAL_STATES = ['open', 'approved', 'refused', 'withdrawn', 'stale'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Whose approval an action needs: any other staff member's, or another admin's. */
export const DECIDERS = ['staff', 'admin'] as const
export type Deciders = (typeof DECIDERS)[number]

interface User {
  id: number
  user_type: UserType
}

interface Decidable {
  state: ApprovalState
  /** Null: the command line asks. */
  requested_by: number | null
  deciders: Deciders
  subject: string
  subject_id: number
}

/** True if the role of a user may decide such approvals. Workers decide nothing. */
export function isDecider({ user_type }: Pick<User, 'user_type'>, deciders: Deciders): boolean {
  return user_type === 'U0' || (user_type === 'U1' && deciders === 'staff')
}

/**
 * Returns why a user cannot approve or refuse, with its HTTP status; null if they can. Nobody decides their own request, nor
 * what the command line asks about their own account.
 */
export function decisionProblem(
  { state, requested_by, deciders, subject, subject_id }: Decidable,
  user: User,
): { code: MessageCode; status: 403 | 409 } | null {
  if (requested_by === user.id) return { code: 'approval.own', status: 403 }
  if (requested_by === null && subject === 'user' && subject_id === user.id)
    return { code: 'approval.about_you', status: 403 }
  if (!isDecider(user, deciders)) return { code: 'approval.admin_only', status: 403 }
  return state === 'open' ? null : { code: 'approval.not_open', status: 409 }
}

/** What was written already, and is only to be confirmed: without the request nobody could confirm it any more. */
const confirmations = ['worker.confirm', 'worker.confirm_upload']

/** True if the requester may withdraw requests of this action. */
export const isWithdrawable = (action: string): boolean => !confirmations.includes(action)

/** Returns why a user cannot withdraw, with its HTTP status; null if they can. */
export function withdrawalProblem(
  { action, state, requested_by }: Pick<Decidable, 'state' | 'requested_by'> & { action: string },
  user: Pick<User, 'id'>,
): { code: MessageCode; status: 403 | 409 } | null {
  if (requested_by !== user.id) return { code: 'approval.not_own', status: 403 }
  if (!isWithdrawable(action)) return { code: 'approval.not_withdrawable', status: 409 }
  return state === 'open' ? null : { code: 'approval.not_open', status: 409 }
}
