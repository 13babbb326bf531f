import { formatRate } from '@quincena/domain/format'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { ResultDialog } from '../../components/result-dialog.tsx'
import { CompanyFields } from './company-fields.tsx'
import type { CompanyFormState } from './use-company-form.ts'

interface CompanyEditorProps {
  state: CompanyFormState
  isNew: boolean
  title: string
  submitLabel: string
  busyLabel: string
  onClose: () => void
}

/** Company form in a dialog, with its result message and the confirmation of a high interest rate. */
export function CompanyEditor({ state, isNew, ...dialog }: CompanyEditorProps) {
  const { form, draft, submit, result, closeResult, question } = state
  return (
    <>
      <EditorDialog
        {...dialog}
        isDirty={form.isDirty()}
        draft={draft}
        isCovered={result !== null || question !== null}
        onSubmit={submit}
      >
        <CompanyFields form={form} isNew={isNew} />
      </EditorDialog>
      <ConfirmDialog
        opened={question !== null}
        title={`La tasa equivale a ${formatRate(question?.interest_rate ?? 0)} anual. ¿Es correcto?`}
        text="La tasa se escribe en por ciento: 18 es 18 % anual."
        confirmLabel="Sí, es correcto"
        cancelLabel="Corregir"
        startsAt="cancel"
        onConfirm={() => question?.answer(true)}
        onClose={() => question?.answer(false)}
      />
      <ResultDialog result={result} onClose={closeResult} returnFocus={false} />
    </>
  )
}
