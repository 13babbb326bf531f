import { Button, Menu } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../../lib/session.ts'
import { EditRequestDialog } from '../edit-request/edit-request-dialog.tsx'
import { allowedActs } from './allowed.ts'
import { ApproveDialog, DeleteDialog, RejectDialog } from './loan-dialogs.tsx'

type Asking = 'edit' | 'approve' | 'reject' | 'delete'

interface LoanActionsProps {
  loan: LoanDetail
  /** Without it the way to pay is elsewhere on the screen. */
  onPay: (() => void) | undefined
}

/** What may be done with a loan now, each behind its question; money that came back has a panel of its own. */
export function LoanActions({ loan, onPay }: LoanActionsProps) {
  const { user_type } = useUser()
  const allowed = allowedActs(loan, user_type)
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
