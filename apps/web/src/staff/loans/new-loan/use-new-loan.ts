import { loanRequestBody } from '@quincena/domain/loans/bodies'
import type { LoanType } from '@quincena/domain/loans/rules'
import { pesos } from '@quincena/domain/money'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useDraft } from '../../../components/draft.ts'
import { useServerForm } from '../../../components/server-form.ts'
import { toast } from '../../../components/toast.tsx'
import { typeWords } from '../../loan/words.ts'
import { useAddLoan } from './api.ts'
import { blockedBy } from './blocked-text.ts'
import { type Borrower, useFindBorrower, useLoadBorrower } from './borrower.ts'
import { amountOf, amountProblemOf, type NewLoan, quoteOf } from './quote.ts'

/** The wire shape of what is typed; with the figures once all of it is valid. */
function bodyOf(type: LoanType, values: NewLoan, borrower: Borrower | undefined) {
  const user = values.user === '' ? undefined : Number(values.user)
  const quote = quoteOf(type, values, borrower)
  if (quote === null) return { type, user, amount: pesos(amountOf(values)), period: values.period }
  return z.encode(loanRequestBody, { ...quote.request, user })
}

function problemsOf(type: LoanType, values: NewLoan, borrower: Borrower | undefined) {
  if (values.user === '') return { user: 'Elige a la persona' }
  if (borrower === undefined) return { user: 'Aún cargamos los datos de esta persona. Intenta de nuevo.' }
  return { user: blockedBy(type, borrower), amount: amountProblemOf(type, values, borrower) ?? undefined }
}

/** State of the form of `NewLoanDialog`; `onAdded` gets the id of the new request. */
export function useNewLoan(type: LoanType, person: number | undefined, onAdded: (id: number) => void) {
  const { mutateAsync } = useAddLoan(type)
  const find = useFindBorrower(type)
  const [isTouched, setIsTouched] = useState(false)
  const addedId = useRef<number>(undefined)
  const initial: NewLoan = { user: person === undefined ? '' : String(person), amount: '', period: '' }
  const { form, refusal, submit } = useServerForm({
    schema: loanRequestBody,
    initial,
    toBody: (values) => bodyOf(type, values, find(values.user)),
    check: (values) => problemsOf(type, values, find(values.user)),
    typedProblems: ({ period }) => (type === 'credit' && period === '' ? { period: 'Elige el plazo' } : {}),
    send: async (request) => {
      addedId.current = (await mutateAsync(request)).id
      toast.success(typeWords[type].added)
    },
  })
  const draft = useDraft(`new-loan ${type} ${person ?? ''}`, form)
  const missing = useLoadBorrower(type, form.values.user)
  const borrower = find(form.values.user)
  const choose = (user: string) => {
    form.setFieldValue('user', user)
    form.clearFieldError('amount')
  }
  return {
    ...{ form, draft, refusal, submit, borrower, missing, choose },
    quote: quoteOf(type, form.values, borrower),
    /** Errors that appear without a submit: at once for the worker, after leaving the field for the amount. */
    blocked: borrower && !form.submitting ? blockedBy(type, borrower) : undefined,
    amountProblem: borrower && isTouched ? amountProblemOf(type, form.values, borrower) : null,
    touch: () => setIsTouched(true),
    onSent: () => addedId.current !== undefined && onAdded(addedId.current),
  }
}
