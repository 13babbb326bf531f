import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { PreviewPart } from '../loan/preview-part.tsx'
import classes from './money-dialog.module.css'
import { PaymentFields } from './payment-fields.tsx'
import { usePaymentForm } from './use-payment-form.ts'

interface PaymentDialogProps {
  loan: LoanDetail
  opened: boolean
  onClose: () => void
}

function PaymentForm({ loan: live, onClose }: Omit<PaymentDialogProps, 'opened'>) {
  const state = usePaymentForm(live)
  const { form, loan, refusal, submit, plan, shown, isBefore } = state
  const { excess } = form.values
  return (
    <EditorDialog
      title="Nuevo pago"
      submitLabel="Registrar pago"
      isDirty={form.isDirty()}
      draft={state.draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.borrower}>
        {loan.user.first_name} {loan.user.last_name} · {loan.folio}
      </p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <PaymentFields state={state} />
      <PreviewPart
        loan={loan}
        planned={plan.planned}
        shown={shown}
        isCorrection={isBefore}
        excess={excess}
        onExcess={(chosen) => form.setFieldValue('excess', chosen)}
        wishField={form.getInputProps('is_asked', { type: 'checkbox' })}
      />
    </EditorDialog>
  )
}

/**
 * Registers a payment. What the amount will do is shown before it can be confirmed (lending.md §7); a value date before
 * the usual days is a correction with a reason, which only an admin may register.
 */
export function PaymentDialog({ opened, ...props }: PaymentDialogProps) {
  return opened ? <PaymentForm {...props} /> : null
}
