import { Button, Menu } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { smallIcon } from '../../components/small-icon.tsx'
import { useIsDelayed } from '../../lib/delayed.ts'
import { usePageCommand } from '../../lib/page-commands.ts'
import { useUser } from '../../lib/session.ts'
import { decisionOf } from '../loan/decide.ts'
import { DeleteLoanDialog } from '../loan/delete-loan-dialog.tsx'
import { EditRequestDialog } from '../loan/edit-request/edit-request-dialog.tsx'
import { allowedActions } from '../loan/permissions.ts'
import { typeWords } from '../loan/words.ts'
import { ApproveDialog, CancelUnsentDialog, RejectDialog } from './loan-dialogs.tsx'

type OpenDialog = 'edit' | 'approve' | 'reject' | 'delete' | 'cancel'

interface LoanActionsProps {
  loan: LoanDetail
  /** Opens the payment dialog. */
  onPay: () => void
  /** The current tab has its own payment button. */
  hidesPay: boolean
  /** Called at the confirmation of an approval or a rejection, also if another person has to approve too. */
  onDecided: () => void
  /** Called when that decision was undone or refused. */
  onNotDone: () => void
}

/**
 * Buttons of what the user can do with the loan; each opens a dialog. `ReturnedPanel` has the actions on a returned
 * payout.
 */
export function LoanActions({ loan, onPay, hidesPay, ...decision }: LoanActionsProps) {
  const { user_type } = useUser()
  const allowed = allowedActions(loan, user_type)
  const isDecided = useIsDelayed(decisionOf(loan.id))
  const navigate = useNavigate()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const command = (isAvailable: boolean, run: () => void) => ({ isAvailable: isAvailable && !isDecided, run })
  usePageCommand({ label: 'Aprobar', key: 'a', ...command(allowed.approve, () => setOpenDialog('approve')) })
  usePageCommand({ label: 'Rechazar', key: 'r', ...command(allowed.reject, () => setOpenDialog('reject')) })
  usePageCommand({
    ...{ label: 'Editar solicitud', key: 'e' },
    ...command(allowed.edit, () => setOpenDialog('edit')),
  })
  usePageCommand({
    label: 'Cancelar préstamo',
    ...command(allowed.cancel, () => setOpenDialog('cancel')),
  })
  usePageCommand({ label: 'Nuevo pago', key: 'p', ...command(allowed.pay, onPay) })
  const props = (which: OpenDialog) => ({
    loan,
    opened: openDialog === which,
    onClose: () => setOpenDialog(null),
  })
  return (
    <>
      {user_type === 'U0' && loan.deletable === true && !isDecided && (
        <More onDelete={() => setOpenDialog('delete')} />
      )}
      {allowed.edit && !isDecided && (
        <Button variant="default" onClick={() => setOpenDialog('edit')}>
          Editar
        </Button>
      )}
      {allowed.reject && !isDecided && (
        <Button variant="default" onClick={() => setOpenDialog('reject')}>
          Rechazar
        </Button>
      )}
      {allowed.approve && !isDecided && <Button onClick={() => setOpenDialog('approve')}>Aprobar</Button>}
      {allowed.cancel && (
        <Button variant="default" onClick={() => setOpenDialog('cancel')}>
          Cancelar préstamo
        </Button>
      )}
      {allowed.pay && !hidesPay && <Button onClick={onPay}>Nuevo pago</Button>}
      <EditRequestDialog id={openDialog === 'edit' ? loan.id : null} onClose={() => setOpenDialog(null)} />
      <ApproveDialog {...props('approve')} {...decision} />
      <RejectDialog {...props('reject')} {...decision} />
      <CancelUnsentDialog {...props('cancel')} />
      <DeleteLoanDialog
        withoutSubject
        loan={openDialog === 'delete' ? loan : null}
        onDeleted={() => navigate({ to: typeWords[loan.type].listPath })}
        onClose={() => setOpenDialog(null)}
      />
    </>
  )
}

function More({ onDelete }: { onDelete: () => void }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          Más
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="var(--q-error)" leftSection={smallIcon(IconTrash)} onClick={onDelete}>
          Eliminar solicitud
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
