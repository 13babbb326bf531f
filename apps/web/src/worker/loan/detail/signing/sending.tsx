import { Mark } from '../../../../components/mark.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { StepLine } from '../../../../components/step-line.tsx'
import classes from './signing.module.css'

/** Shown until the server answers the acceptance. Nothing is signed or sent before that. */
export function Sending() {
  return (
    <div className={stack.center} aria-live="polite">
      <Mark size={56} pulsing />
      <h2 className={classes.sending}>Enviando tu firma…</h2>
      <p className={stack.lead}>Tarda unos segundos. Cuando la recibamos, enviamos tu dinero.</p>
      <div className={classes.way}>
        <StepLine
          label="El camino de tu dinero"
          steps={[
            { label: 'Firmando…', state: 'current' },
            { label: 'Enviado', state: 'next' },
            { label: 'En camino', state: 'next' },
            { label: 'Recibido', state: 'next' },
          ]}
        />
      </div>
    </div>
  )
}
