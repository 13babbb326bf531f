import { Button, TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import {
  LENDER_LIMITS,
  type LenderLimit,
  type LoanLimitsBody,
  loanLimitsForm,
} from '@quincena/domain/loans/duties'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { loanLimitsQuery, useSaveLoanLimits } from './api.ts'
import classes from './loan-limits-card.module.css'

const fields = {
  approval: ['Por solicitud', 'Hasta este monto la aprueba una sola persona.'],
  per_approver: ['Al día por quien aprueba', 'Lo que una persona aprueba sin que otra la acompañe.'],
  per_company: ['Al día por empresa', 'Lo que reciben los trabajadores de una misma empresa.'],
  per_lender: ['Al día en total', 'Lo que se aprueba y se envía entre todas.'],
} as const satisfies Record<LenderLimit, readonly [label: string, effect: string]>

type Values = Record<LenderLimit, string>

/** The limits as the fields show them: `50,000.00`. */
function textsOf(stored: LoanLimitsBody): Values {
  const textOf = (name: LenderLimit) => formatMoney(stored[name]).replace('$', '')
  return {
    approval: textOf('approval'),
    per_approver: textOf('per_approver'),
    per_company: textOf('per_company'),
    per_lender: textOf('per_lender'),
  }
}

function LimitsForm({ stored }: { stored: LoanLimitsBody }) {
  const { mutateAsync } = useSaveLoanLimits()
  const { form, formProps, refusal, reset } = useServerForm({
    schema: loanLimitsForm,
    initial: textsOf(stored),
    validateOn: 'blur',
    draft: 'loan-limits',
    send: async (typed) => {
      const saved = await mutateAsync({ ...typed, companies: stored.companies, version: stored.version })
      form.setInitialValues(textsOf(saved))
      form.setValues(textsOf(saved))
      toast.success('Límites guardados.')
    },
  })
  const isDirty = form.isDirty()
  const guard = useLeaveGuard(isDirty, () => undefined)
  return (
    <form {...formProps} aria-label="Límites de préstamos">
      <p className={classes.hint}>
        Arriba de estos montos hacen falta dos personas: otra aprueba la solicitud o autoriza el envío desde
        Autorizaciones. Cada cambio queda en la auditoría.
      </p>
      <div className={classes.fields}>
        {LENDER_LIMITS.map((name) => {
          const [label, effect] = fields[name]
          const { error, ...input } = form.getInputProps(name)
          return (
            <TextInput
              key={name}
              label={label}
              {...input}
              error={error}
              description={error ? undefined : effect}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              leftSection="$"
              inputMode="decimal"
              autoComplete="off"
              classNames={{ input: classes.amount ?? '' }}
            />
          )
        })}
      </div>
      {stored.companies.length > 0 && (
        <p className={classes.hint}>
          {pluralize(stored.companies.length, 'empresa tiene', 'empresas tienen')} su propio límite por
          solicitud.
        </p>
      )}
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

/** The amounts of loans above which one person alone does not decide. */
export function LoanLimitsCard() {
  const query = useQuery(loanLimitsQuery)
  return (
    <div className={classes.card}>
      <Card title="Préstamos que aprueban dos personas">
        {query.data === undefined ? (
          <LoadState query={query} title="No se pudieron cargar los límites." />
        ) : (
          <LimitsForm stored={query.data} />
        )}
      </Card>
    </div>
  )
}
