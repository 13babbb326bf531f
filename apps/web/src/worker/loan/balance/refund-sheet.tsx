import { formatMoney } from '@quincena/domain/format'
import type { WorkerBalance } from '@quincena/domain/worker-balances/schema'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { toast } from '../../../components/toast.tsx'
import { useRequestRefund } from '../../../lib/worker-balance.ts'

interface RefundSheetProps {
  opened: boolean
  balance: WorkerBalance
  onClose: () => void
}

/** Asks to confirm the refund of the whole balance to the worker's account. */
export function RefundSheet({ opened, balance: { user, balance, account }, onClose }: RefundSheetProps) {
  const { mutateAsync } = useRequestRefund(user)
  if (account === null) return null
  return (
    <ConfirmDialog
      asSheet
      opened={opened}
      title="Que me lo devuelvan"
      text={
        <>
          Te depositamos <strong>{formatMoney(balance)}</strong> en tu cuenta de {account.bank} terminada en{' '}
          <strong>{account.last4}</strong>. Primero lo autoriza una persona de nuestro equipo; te avisamos
          cuando vaya en camino.
        </>
      }
      confirmLabel="Pedir la devolución"
      onConfirm={async () => {
        await mutateAsync(balance)
        toast.success('Recibimos tu solicitud de devolución.')
      }}
      onClose={onClose}
    />
  )
}
