import { Button, Menu } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../../lib/session.ts'
import { EditRequestDialog } from '../loan/edit-request/edit-request-dialog.tsx'
import { allowedActions } from '../loan/permissions.ts'
import { ApproveDialog, DeleteDialog, RejectDialog } from './loan-dialogs.tsx'

type Asking = 'edit' | 'approve' | 'reject' | 'delete'

interface LoanActionsProps {
  loan: LoanDetail
  /** Opens the payment dialog; undefined when the current tab has its own payment button. */
  onPay: (() => void) | undefined
}

/**
 * Buttons of what the user can do with the loan; each opens a dialog. `ReturnedPanel` has the actions on a returned
 * payout.
 */
export function LoanActions({ loan, onPay }: LoanActionsProps) {
  const { user_type } = useUser()
  const allowed = allowedActions(loan, user_type)
  const [asking, setAsking] = useState<Asking | null>(null)
  const props = (which: Asking) => ({ loan, opened: asking === which, onClose: () => setAsking(null) })
  return (
    <>
      {user_type === 'U0' && <More onDelete={() => setAsking('delete')} />}
      {allowed.edit && (
        <Button variant="default" onClick={() => setAsking('edit')}>
          Editar
        </Button>
      )}
      {allowed.reject && (
        <Button variant="default" onClick={() => setAsking('reject')}>
          Rechazar
        </Button>
      )}
      {allowed.approve && <Button onClick={() => setAsking('approve')}>Aprobar</Button>}
      {allowed.pay && onPay && <Button onClick={onPay}>Nuevo pago</Button>}
      <EditRequestDialog id={asking === 'edit' ? loan.id : null} onClose={() => setAsking(null)} />
      <ApproveDialog {...props('approve')} />
      <RejectDialog {...props('reject')} />
      <DeleteDialog {...props('delete')} />
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
        <Menu.Item
          color="var(--q-error)"
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={onDelete}
        >
          Eliminar solicitud
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
