import type { Notification } from '@quincena/domain/notifications/schema'
import { linkOptions } from '@tanstack/react-router'
import { detailPath } from '../loan/words.ts'

/** Link to the screen of the notification's subject; null if there is no such screen. */
export function destinationOf({
  about,
  loan,
  loan_type,
}: Pick<Notification, 'about' | 'loan' | 'loan_type'>) {
  if (loan !== null && loan_type !== null)
    return linkOptions({ to: detailPath[loan_type], params: { id: loan } })
  switch (about?.kind) {
    case 'documents':
      return linkOptions({ to: '/app/documentation' })
    // A worker asks for no other approval than that of a refund.
    case 'approval':
    case 'worker_balance':
      return linkOptions({ to: '/app/balance' })
    case 'account':
      return linkOptions({ to: '/app/bank-staff' })
    case 'security':
      return linkOptions({ to: '/app/security' })
    case 'privacy_request':
      return linkOptions({ to: '/app/privacy' })
    default:
      return null
  }
}
