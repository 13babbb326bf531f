import type { LoanType } from '@quincena/domain/loans/rules'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { typeWords } from '../../loan/words.ts'
import { NewLoanForm } from './new-loan-form.tsx'

interface NewLoanDialogProps {
  type: LoanType
  /** Id of the worker with whom the form begins. */
  person: number | undefined
  onClose: () => void
}

/** Dialog that requests a loan for a worker, who signs on their own phone (spec: backoffice §8, decision 017). */
export function NewLoanDialog({ type, person, onClose }: NewLoanDialogProps) {
  const navigate = useNavigate()
  const [isDone, setIsDone] = useState(false)
  const open = (id: number) => {
    setIsDone(true)
    // Back then returns to what was before the form.
    void navigate({ to: typeWords[type].detailPath, params: { id }, replace: true })
  }
  return isDone ? null : <NewLoanForm type={type} person={person} onAdded={open} onClose={onClose} />
}
