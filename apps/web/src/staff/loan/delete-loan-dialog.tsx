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
  onClose: () => void
}

function wordsOf(type: LoanListItem['type']) {
  const { deleteTitle, deleted } = typeWords[type]
  return { title: deleteTitle, text: 'Esta acción no se puede deshacer.', done: deleted }
}

/** Asks for confirmation before it deletes a request (spec: backoffice §8). */
export function DeleteLoanDialog({ loan, words, onClose }: DeleteLoanDialogProps) {
  const { mutateAsync } = useDeleteLoan()
  const [type, setType] = useState<LoanListItem['type']>('credit')
  if (loan !== null && loan.type !== type) setType(loan.type) // keeps its type during the closing animation
  const { title, text, done } = words ?? wordsOf(type)
  const confirm = async () => {
    if (loan === null) return
    await mutateAsync(loan)
    toast.success(done)
  }
  return (
    <ConfirmDialog
      opened={loan !== null}
      title={title}
      subject={loan === null ? undefined : `${loan.folio} · ${loan.user.first_name} ${loan.user.last_name}`}
      text={text}
      confirmLabel="Sí, eliminar"
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
