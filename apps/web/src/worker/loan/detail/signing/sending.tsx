import { Mark } from '../../../../components/mark.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { StepLine } from '../../../../components/step-line.tsx'
import classes from './signing.module.css'

/** Shown while the acceptance is sent: the steps of the payout. */
export function Sending() {
  return (
    <div className={stack.center} aria-live="polite">
      <Mark size={56} pulsing />
      <h2 className={classes.sending}>Enviando tu dinero…</h2>
      <p className={stack.lead}>Tarda unos segundos. Si sales, aquí mismo verás cómo va.</p>
      <div className={classes.way}>
        <StepLine
          label="El camino de tu dinero"
          steps={[
            { label: 'Firmado', state: 'done' },
            { label: 'Enviado', state: 'current' },
            { label: 'En camino', state: 'next' },
            { label: 'Recibido', state: 'next' },
          ]}
        />
      </div>
    </div>
  )
}
