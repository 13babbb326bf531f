import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatMoney } from '@quincena/domain/format'
import type { Refund } from '@quincena/domain/worker-balances/schema'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { toast } from '../../../components/toast.tsx'
import { useWithdrawRefund } from '../../../lib/worker-balance.ts'

/** Lets the worker take back their own request for a refund, as long as nobody has released it. */
export function WithdrawRefund({ refund: { id, amount } }: { refund: Refund }) {
  const [isAsked, dialog] = useDisclosure(false)
  const { mutateAsync } = useWithdrawRefund(id)
  return (
    <>
      <Button size="lg" fullWidth variant="subtle" onClick={dialog.open}>
        Ya no quiero la devolución
      </Button>
      <ConfirmDialog
        asSheet
        opened={isAsked}
        title="¿Ya no quieres la devolución?"
        text={
          <>
            Ya no te depositamos <strong>{formatMoney(amount)}</strong>: se queda a tu favor y lo puedes usar
            o pedir de nuevo cuando quieras.
          </>
        }
        cancelLabel="Sí la quiero"
        confirmLabel="Dejar a mi favor"
        onConfirm={async () => {
          await mutateAsync()
          toast.success('Listo. Tu saldo sigue a tu favor.')
        }}
        onClose={dialog.close}
      />
    </>
  )
}
