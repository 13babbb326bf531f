import { Radio, Textarea } from '@mantine/core'
import { EXPLANATION_NAMES, LINE_EXPLANATIONS } from '@quincena/domain/bank-statements/rules'
import { type BankLine, explanationBody } from '@quincena/domain/bank-statements/schema'
import { formatMoney } from '@quincena/domain/format'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useExplain } from './api.ts'
import classes from './banks.module.css'
import { lineDetail, lineName } from './line-words.ts'

interface ExplainDialogProps {
  line: BankLine
  opened: boolean
  onClose: () => void
  onDone: () => void
}

function ExplainForm({ line, onClose, onDone }: Omit<ExplainDialogProps, 'opened'>) {
  const { mutateAsync } = useExplain(line.id)
  const { form, submit, refusal } = useServerForm({
    schema: explanationBody,
    initial: { explained_as: '', explanation: '' },
    send: async (body) => {
      await mutateAsync(body)
      toast.success('El movimiento quedó explicado.')
    },
  })
  const draft = useDraft(`explanation ${line.id}`, form)
  return (
    <FormDialog
      opened
      title="No es un pago"
      submitLabel="Guardar"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
      onSent={() => {
        onClose()
        onDone()
      }}
    >
      <p className={classes.second}>
        {lineName(line)}, {lineDetail(line)}, {formatMoney(line.amount)}. Queda en la lista de los que no son
        pagos, con tu nombre, y se puede deshacer.
      </p>
      <Radio.Group label="Qué es" withAsterisk {...form.getInputProps('explained_as')}>
        <div className={classes.options}>
          {LINE_EXPLANATIONS.map((value) => (
            <Radio key={value} value={value} label={EXPLANATION_NAMES[value]} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="Motivo"
        description="Lo que ayude a quien lo revise después."
        withAsterisk
        rows={3}
        maxLength={TEXT_LIMITS.reason}
        {...form.getInputProps('explanation')}
      />
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
    </FormDialog>
  )
}

/** Asks what a line is that is no payment, and why. */
export function ExplainDialog({ opened, ...form }: ExplainDialogProps) {
  return opened ? <ExplainForm {...form} /> : null
}
