import { Button, TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import {
  LENDER_LIMITS,
  type LenderLimit,
  type LoanLimitsAnswer,
  lenderLimitNames,
  loanLimitsForm,
} from '@quincena/domain/loans/duties'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Card } from '../../components/card.tsx'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { mergeEdits } from '../../lib/merge-edits.ts'
import { SecondAdmin } from '../protected-setting/second-admin.tsx'
import { loanLimitsQuery, useSaveLoanLimits } from './api.ts'
import { CompanyLimits } from './company-limits.tsx'
import classes from './loan-limits-card.module.css'

const effects: Record<LenderLimit, string> = {
  approval: 'Hasta este monto la aprueba una sola persona.',
  per_approver: 'Lo que una persona aprueba sin que otra la acompañe.',
  per_company: 'Lo que reciben los trabajadores de una misma empresa.',
  per_lender: 'Lo que se aprueba y se envía entre todas.',
}

type Values = Record<LenderLimit, string>

/** The limits as the fields show them: `50,000.00`. */
function textsOf(stored: LoanLimitsAnswer): Values {
  const textOf = (name: LenderLimit) => formatMoney(stored[name]).replace('$', '')
  return {
    approval: textOf('approval'),
    per_approver: textOf('per_approver'),
    per_company: textOf('per_company'),
    per_lender: textOf('per_lender'),
  }
}

function LimitsForm({ stored }: { stored: LoanLimitsAnswer }) {
  const { mutateAsync } = useSaveLoanLimits()
  const shown = useRef(stored)
  const { form, formProps, refusal, reset } = useServerForm({
    schema: loanLimitsForm,
    initial: textsOf(stored),
    validateOn: 'blur',
    send: async (typed) => {
      const answer = await mutateAsync({ ...typed, companies: stored.companies, version: stored.version })
      if (isAsked(answer)) reset()
      else show(answer, textsOf(answer))
      toast.success(isAsked(answer) ? settingAskedText : 'Límites guardados.')
    },
  })
  const draft = useDraft('loan-limits', form)
  const show = (limits: LoanLimitsAnswer, values: Values) => {
    shown.current = limits
    form.setInitialValues(textsOf(limits))
    form.setValues(values)
  }
  useEffect(() => {
    const { version } = shown.current
    if (version >= stored.version) return
    // Another admin saved meanwhile; what is typed stays.
    const initial = textsOf(shown.current)
    show(stored, mergeEdits({ initial, typed: form.values, fresh: textsOf(stored) }).values)
  })
  const isDirty = form.isDirty()
  const guard = useLeaveGuard(isDirty, () => undefined)
  return (
    <form {...formProps} aria-label="Límites de préstamos">
      <DraftNotice draft={draft} />
      <p className={classes.hint}>
        Arriba de estos montos hacen falta dos personas: otra aprueba la solicitud o autoriza el envío desde
        Autorizaciones.
      </p>
      <div className={classes.fields}>
        {LENDER_LIMITS.map((name) => {
          const { error, ...input } = form.getInputProps(name)
          return (
            <TextInput
              key={name}
              label={lenderLimitNames[name]}
              {...input}
              error={error}
              description={error ? undefined : effects[name]}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              leftSection="$"
              inputMode="decimal"
              autoComplete="off"
              classNames={{ input: classes.amount ?? '' }}
            />
          )
        })}
      </div>
      <FormError text={refusal} />
      <div className={classes.foot}>
        <Button variant="default" disabled={!isDirty} onClick={reset}>
          Deshacer
        </Button>
        <Button type="submit" disabled={!isDirty} loading={form.submitting}>
          Guardar límites
        </Button>
      </div>
      {guard.question}
    </form>
  )
}

/** The amounts of loans above which one person alone does not decide, for all companies and for single ones. */
export function LoanLimitsCard() {
  const query = useQuery(loanLimitsQuery)
  if (query.data === undefined)
    return (
      <div className={classes.card}>
        <Card title="Préstamos que aprueban dos personas">
          <LoadState query={query} title="No se pudieron cargar los límites." />
        </Card>
      </div>
    )
  return (
    <>
      <div className={classes.card}>
        <Card title="Préstamos que aprueban dos personas">
          <SecondAdmin action="loan_limits.change" history="loan_limits.changed">
            <LimitsForm stored={query.data} />
          </SecondAdmin>
        </Card>
      </div>
      <div className={classes.card}>
        <Card title="Empresas con su propio límite">
          <CompanyLimits stored={query.data} />
        </Card>
      </div>
    </>
  )
}
