import { Button, TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { companyLimitForm, type LoanLimitsAnswer } from '@quincena/domain/loans/duties'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { CompanySelect } from '../company/company-select.tsx'
import { useSaveLoanLimits } from './api.ts'
import classes from './loan-limits-card.module.css'

type CompanyLimit = LoanLimitsAnswer['companies'][number]
type Rows = { company: number; approval: number }[]

interface CompanyLimitsProps {
  stored: LoanLimitsAnswer
}

/** Saves the limits with other rows of companies, and says what happened. */
function useSaveRows(stored: LoanLimitsAnswer) {
  const { mutateAsync } = useSaveLoanLimits()
  return async (companies: Rows, doneText: string) => {
    const answer = await mutateAsync({ ...stored, companies })
    toast.success(isAsked(answer) ? settingAskedText : doneText)
  }
}

function Removal({ row, stored, onClose }: CompanyLimitsProps & { row: CompanyLimit; onClose: () => void }) {
  const save = useSaveRows(stored)
  const others = stored.companies.filter(({ company }) => company !== row.company)
  return (
    <ConfirmDialog
      opened
      title="¿Quitar el límite propio?"
      subject={row.name}
      text={`Contará el de todas las empresas: ${formatMoney(stored.approval)} por solicitud.`}
      confirmLabel="Quitar límite"
      onConfirm={() => save(others, 'Límite quitado.')}
      onClose={onClose}
    />
  )
}

function List({ stored }: CompanyLimitsProps) {
  const [removed, setRemoved] = useState<CompanyLimit>()
  if (stored.companies.length === 0)
    return <p className={classes.hint}>Ninguna: cuenta el límite por solicitud de todas.</p>
  return (
    <>
      <ul className={classes.companies} aria-label="Empresas con su propio límite">
        {stored.companies.map((row) => (
          <li key={row.company}>
            <span className={classes.company}>{row.name}</span>
            <span className={classes.limit}>{formatMoney(row.approval)}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Quitar el límite de ${row.name}`}
              onClick={() => setRemoved(row)}
            >
              Quitar
            </Button>
          </li>
        ))}
      </ul>
      {removed !== undefined && (
        <Removal row={removed} stored={stored} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

function AddForm({ stored, onDone }: CompanyLimitsProps & { onDone: () => void }) {
  const save = useSaveRows(stored)
  const { form, formProps, refusal } = useServerForm({
    schema: companyLimitForm,
    initial: { company: '', approval: '' },
    send: async ({ company: chosen, approval }) => {
      const company = Number(chosen)
      const others = stored.companies.filter((row) => row.company !== company)
      await save([...others, { company, approval }], 'Límite guardado.')
      onDone()
    },
  })
  return (
    <form {...formProps} aria-label="Límite de una empresa">
      <div className={classes.fields}>
        <CompanySelect
          {...form.getInputProps('company')}
          value={form.values.company}
          name={null}
          noneLabel="Ninguna"
          onChange={(company) => form.setFieldValue('company', company)}
        />
        <TextInput
          label="Límite por solicitud"
          {...form.getInputProps('approval')}
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: classes.amount ?? '' }}
        />
      </div>
      <FormError text={refusal} />
      <div className={classes.foot}>
        <Button type="submit" variant="default" loading={form.submitting}>
          Guardar límite
        </Button>
      </div>
    </form>
  )
}

/** The companies with a limit of their own: a list to remove them and a form that adds or replaces one. */
export function CompanyLimits({ stored }: CompanyLimitsProps) {
  // A new form after each saved one; its select keeps its own text.
  const [saved, setSaved] = useState(0)
  return (
    <>
      <List stored={stored} />
      <AddForm key={saved} stored={stored} onDone={() => setSaved(saved + 1)} />
    </>
  )
}
