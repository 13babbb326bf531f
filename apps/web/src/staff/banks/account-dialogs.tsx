import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { AccountForm } from './account-form.tsx'
import { useAccountStep } from './api.ts'

/** What an admin does with an account. */
export type AccountTask = { kind: 'add' } | { kind: 'edit' | 'default' | 'close'; account: BankAccount }

interface DialogProps {
  task: AccountTask | null
  onClose: () => void
}

function ConfirmStep({
  kind,
  account,
  onClose,
}: Exclude<AccountTask, { kind: 'add' }> & { onClose: () => void }) {
  const { mutateAsync } = useAccountStep(kind === 'close' ? 'close' : 'default')
  const words =
    kind === 'close'
      ? {
          title: '¿Cerrar esta cuenta?',
          text: 'Ya no se podrán registrar pagos en ella ni subir sus estados de cuenta. Lo conciliado se conserva.',
          confirmLabel: 'Cerrar cuenta',
          done: 'La cuenta quedó cerrada.',
        }
      : {
          title: '¿Usar esta cuenta como predeterminada?',
          text: 'Los pagos nuevos que no llegan por STP la tendrán elegida.',
          confirmLabel: 'Usar como predeterminada',
          done: 'Es la cuenta predeterminada.',
        }
  const { done, ...texts } = words
  return (
    <ConfirmDialog
      opened
      {...texts}
      subject={account.name}
      tone={kind === 'close' ? 'danger' : 'normal'}
      onConfirm={async () => {
        await mutateAsync(account.id)
        toast.success(done)
      }}
      onClose={onClose}
    />
  )
}

/** The dialog of a task: the form of an account, or the confirmation of a step. */
export function AccountDialogs({ task, onClose }: DialogProps) {
  if (task === null) return null
  if (task.kind === 'default' || task.kind === 'close') return <ConfirmStep {...task} onClose={onClose} />
  const account = task.kind === 'edit' ? task.account : null
  return <AccountForm account={account} onClose={onClose} onSaved={() => undefined} />
}
