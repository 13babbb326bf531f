import { Button, Checkbox, Loader, Select, TextInput } from '@mantine/core'
import {
  BALANCE_KIND_NAMES,
  BALANCE_KINDS,
  type BalanceKind,
  LOAN_IMPORT_LIMIT,
} from '@quincena/domain/loan-imports/schema'
import { centsFromText } from '@quincena/domain/money'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Card } from '../../components/card.tsx'
import { DateField } from '../../components/date-field.tsx'
import { Notice } from '../../components/notice.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { today } from '../../lib/today.ts'
import { isDay } from '../../lib/typed-date.ts'
import { ChosenFile } from '../import/chosen-file.tsx'
import { number } from '../import/words.ts'
import { type LoanBookForm, loanPreviewQuery, useRequestLoanImport } from './api.ts'
import classes from './loan-import-form.module.css'
import { LoanPreview } from './loan-preview.tsx'

type Terms = Omit<LoanBookForm, 'file'>

const kinds = BALANCE_KINDS.map((value) => ({ value, label: BALANCE_KIND_NAMES[value] }))

function TermsFields({ terms, onChange }: { terms: Terms; onChange: (change: Partial<Terms>) => void }) {
  const isLimit = centsFromText(terms.difference_limit) !== null
  return (
    <div className={classes.fields}>
      <DateField
        label="Día de corte"
        description="El día al que están los saldos del otro sistema"
        value={terms.cut_off_day}
        max={today()}
        onChange={(cut_off_day) => onChange({ cut_off_day })}
      />
      <Select
        label="Qué saldo reporta el otro sistema"
        description="Con él se compara el saldo que dan los pagos"
        data={kinds}
        value={terms.balance_kind}
        allowDeselect={false}
        onChange={(value) => {
          const kind = BALANCE_KINDS.find((one): one is BalanceKind => one === value)
          if (kind !== undefined) onChange({ balance_kind: kind })
        }}
      />
      <TextInput
        label="Diferencia que se admite por préstamo"
        description="En pesos; 0 si los saldos deben ser iguales"
        inputMode="decimal"
        value={terms.difference_limit}
        error={isLimit ? undefined : 'Escribe una cantidad en pesos, 0 o más'}
        onChange={(event) => onChange({ difference_limit: event.currentTarget.value })}
      />
      <Checkbox
        label="Pedir que la segunda persona acepte las diferencias mayores como ajuste"
        description="Queda el saldo según los pagos, no el del otro sistema"
        checked={terms.accepts_differences}
        onChange={(event) => onChange({ accepts_differences: event.currentTarget.checked })}
      />
    </div>
  )
}

function useLoanImportForm(onRequested: (id: number) => void) {
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [terms, setTerms] = useState<Terms>({
    ...{
      cut_off_day: today(),
      balance_kind: 'amount_due',
      difference_limit: '0',
      accepts_differences: false,
    },
  })
  const request = useRequestLoanImport()
  // A ref changes at once; state would change with the next render, after a double click.
  const isSending = useRef(false)
  const isWhole = isDay(terms.cut_off_day) && centsFromText(terms.difference_limit) !== null
  const form = file !== null && isWhole ? { file, ...terms } : null
  const preview = useQuery(loanPreviewQuery(form))
  const shown = form === null ? undefined : preview.data
  const isReady = shown !== undefined && shown.problems_count === 0 && shown.created > 0
  const choose = (next: File | null) => {
    setFile(next)
    setFailure(null)
  }
  const send = async () => {
    if (form === null || !isReady || isSending.current) return
    isSending.current = true
    setFailure(null)
    try {
      const answer = await request.mutateAsync(form)
      toast.success('Otra persona tiene que autorizarla.')
      onRequested(answer.import.id)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      isSending.current = false
    }
  }
  const problem = failure ?? (form !== null && preview.error ? errorText(preview.error) : null)
  const change = (part: Partial<Terms>) => setTerms((old) => ({ ...old, ...part }))
  return {
    ...{ file, choose, terms, change, setFailure, shown, isReady, send, problem },
    ...{ isReading: form !== null && preview.isFetching, isSending: request.isPending },
  }
}

/** Form that chooses a workbook of loans, shows what it would do, and asks a second person to import it. */
export function LoanImportForm({ onRequested }: { onRequested: (id: number) => void }) {
  const form = useLoanImportForm(onRequested)
  return (
    <Card>
      <div className={classes.form}>
        <TermsFields terms={form.terms} onChange={form.change} />
        <ChosenFile
          file={form.file}
          most={`${number(LOAN_IMPORT_LIMIT)} préstamos`}
          onFile={form.choose}
          onRefused={form.setFailure}
        />
        {form.problem !== null && <Notice tone="problem">{form.problem}</Notice>}
        {form.isReading && (
          <p className={classes.loading} role="status">
            <Loader size="sm" aria-hidden /> Revisando el libro…
          </p>
        )}
        {form.shown !== undefined && <LoanPreview preview={form.shown} />}
        <div className={classes.actions}>
          <Button
            leftSection={smallIcon(IconUpload)}
            disabled={!form.isReady}
            loading={form.isSending}
            onClick={() => void form.send()}
          >
            Pedir autorización
          </Button>
        </div>
      </div>
    </Card>
  )
}
