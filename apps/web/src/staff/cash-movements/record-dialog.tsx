import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { messageOf } from '@quincena/domain/messages'
import { recordMovementBody } from '@quincena/domain/treasury/own-movements'
import { useQuery } from '@tanstack/react-query'
import { DateField } from '../../components/date-field.tsx'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainRefusal, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { today } from '../../lib/today.ts'
import { ProofFileField } from '../bank/voucher-field.tsx'
import { AmountField } from '../loan/amount-field.tsx'
import { balanceStateQuery, uploadMovementFile, useRecordMovement } from './api.ts'
import { kindOptions } from './movement-words.ts'

/** State of the form of a movement by hand; there is one account at STP, so it is chosen. */
function useRecordForm() {
  const { mutateAsync } = useRecordMovement()
  const { data } = useQuery(balanceStateQuery)
  const account = data?.account ?? ''
  const state = useServerForm({
    schema: recordMovementBody,
    initial: { kind: '', amount: '', operation_date: '', account: '', tracking_key: '', note: '', file: '' },
    toBody: (values) => ({ ...values, account, amount: Number(values.amount) }),
    check: ({ operation_date, file }) => ({
      operation_date: operation_date > today() ? messageOf('cash_movement.day_to_come') : undefined,
      file: file === '' ? messageOf('cash_movement.file_missing') : undefined,
    }),
    explain: explainRefusal,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('Se registra cuando un administrador lo autorice.')
    },
  })
  const draft = useDraft('own-movement', state.form, { isMoney: true })
  return { ...state, draft, account }
}

function RecordForm({ onClose }: { onClose: () => void }) {
  const { form, draft, refusal, submit, account } = useRecordForm()
  return (
    <FormDialog
      opened
      title="Registrar movimiento en STP"
      submitLabel="Pedir que se registre"
      isDirty={form.isDirty()}
      draft={draft}
      size={640}
      onSubmit={submit}
      onClose={onClose}
    >
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <Notice tone="info">
        Solo lo que no está ya en la lista: los abonos que STP confirma y las órdenes que STP lista llegan
        solos. Lo autoriza un administrador distinto de ti.
      </Notice>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label="Qué es"
          placeholder="Elige"
          data={kindOptions}
          allowDeselect={false}
          withAsterisk
          data-autofocus
          {...form.getInputProps('kind')}
        />
        <AmountField
          label="Monto"
          exceeded={null}
          {...form.getInputProps('amount')}
          value={form.values.amount}
        />
        <DateField
          label="Fecha"
          withAsterisk
          max={today()}
          {...form.getInputProps('operation_date')}
          value={form.values.operation_date}
        />
        <Select
          label="Cuenta en STP"
          data={account === '' ? [] : [account]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('account')}
          value={account}
        />
      </SimpleGrid>
      <TextInput
        label="Clave de rastreo o referencia"
        description="La del comprobante. No se repite."
        maxLength={30}
        autoComplete="off"
        withAsterisk
        {...form.getInputProps('tracking_key')}
      />
      <Textarea label="Concepto" maxLength={300} rows={2} withAsterisk {...form.getInputProps('note')} />
      <ProofFileField {...form.getInputProps('file')} value={form.values.file} upload={uploadMovementFile} />
    </FormDialog>
  )
}

/** Asks for a movement that is in no list of STP: its date, amount, account, reference and file. */
export function RecordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return opened ? <RecordForm onClose={onClose} /> : null
}
