import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useDeleteLoan } from './api.ts'
import { typeWords } from './words.ts'

interface DeleteLoanDialogProps {
  /** The request to delete; null while the dialog is closed. */
  loan: Pick<LoanListItem, 'id' | 'type' | 'folio' | 'user'> | null
  /** Replaces the texts of the loan's type. */
  words?: { title: string; text: string; done: string }
  /** Leaves out folio and name on a page that shows them. */
  withoutSubject?: boolean
  onDeleted?: () => Promise<void>
  onClose: () => void
}

function wordsOf(type: LoanListItem['type']) {
  const { deleteTitle, deleted } = typeWords[type]
  return { title: deleteTitle, text: 'Esta acción no se puede deshacer.', done: deleted }
}

/** Asks for confirmation before it deletes a request (spec: backoffice §8). */
export function DeleteLoanDialog(props: DeleteLoanDialogProps) {
  const { loan, words, withoutSubject = false, onDeleted, onClose } = props
  const { mutateAsync } = useDeleteLoan()
  const [type, setType] = useState<LoanListItem['type']>('credit')
  if (loan !== null && loan.type !== type) setType(loan.type) // keeps its type during the closing animation
  const { title, text, done } = words ?? wordsOf(type)
  const subject = loan ? `${loan.folio} · ${loan.user.first_name} ${loan.user.last_name}` : undefined
  const confirm = async () => {
    if (loan === null) return
    await mutateAsync(loan)
    toast.success(done)
    await onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened={loan !== null}
      title={title}
      subject={withoutSubject ? undefined : subject}
      text={text}
      confirmLabel="Sí, eliminar"
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
