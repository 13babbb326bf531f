import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconShare2 } from '@tabler/icons-react'
import { hasPayoutReceipt, sharePayoutReceipt } from './payout-receipt.ts'
import { SaveFileButton } from './save-file-button.tsx'

/** Shares the receipt of the money that arrived. Renders nothing before. */
export function PayoutReceiptButton({ loan }: { loan: LoanDetail }) {
  if (!hasPayoutReceipt(loan)) return null
  return (
    <SaveFileButton
      label="Compartir comprobante"
      icon={<IconShare2 size={20} stroke={1.75} aria-hidden />}
      save={() => sharePayoutReceipt(loan)}
    />
  )
}
