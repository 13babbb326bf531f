import { Button, NumberInput } from '@mantine/core'
import { type ProofSettings, proofSettings } from '@quincena/domain/bank-statements/schema'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { FormError } from '../../components/form-error.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { SettingHistory } from '../protected-setting/setting-history.tsx'
import { proofSettingsQuery, useSaveProofSettings } from './api.ts'
import classes from './settings-page.module.css'

function effectOf(days: number): string {
  const since = days === 1 ? 'un día' : `${days} días`
  return `Un pago que lleve más de ${since} sin comprobar sale en el inicio como atrasado.`
}

/** An emptied field is a text. */
const initialOf = ({ proof_days }: ProofSettings): { proof_days: number | string } => ({ proof_days })

function Form({ stored }: { stored: ProofSettings }) {
  const { mutateAsync } = useSaveProofSettings()
  const { form, formProps, refusal } = useServerForm({
    schema: proofSettings,
    initial: initialOf(stored),
    validateOn: 'blur',
    send: async (settings) => {
      await mutateAsync(settings)
      toast.success('Configuración guardada')
    },
  })
  const { error, ...field } = form.getInputProps('proof_days')
  const typed = proofSettings.safeParse(form.values).data
  return (
    <form {...formProps} aria-label="Comprobación de los pagos">
      <NumberInput
        className={classes.days ?? ''}
        label="Días para comprobar un pago"
        {...field}
        min={1}
        max={60}
        error={error}
        description={typed === undefined || error ? undefined : effectOf(typed.proof_days)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        suffix=" días"
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
      />
      <FormError text={refusal} />
      <div className={classes.save}>
        <Button
          type="submit"
          loading={form.submitting}
          disabled={form.values.proof_days === stored.proof_days}
        >
          Guardar
        </Button>
      </div>
    </form>
  )
}

/** The lender's setting for payments outside STP that nobody has proved. */
export function ProofDaysCard() {
  const query = useQuery(proofSettingsQuery)
  return (
    <div className={classes.another}>
      <Card title="Comprobación de los pagos">
        {query.data === undefined ? (
          <LoadState query={query} title="No se pudo cargar la configuración." />
        ) : (
          <>
            <SettingHistory action="proof_days.changed" />
            <Form key={query.data.proof_days} stored={query.data} />
          </>
        )}
      </Card>
    </div>
  )
}
