import { IconCheck } from '@tabler/icons-react'
import { Panel } from '../../components/phone/panel.tsx'
import classes from './not-charged.module.css'

const notCharged = [
  'Apertura: sin comisión',
  'Pago anticipado: sin comisión',
  'Atraso: sin comisión ni intereses moratorios',
]

/** What the contract promises not to charge (the clause «Sin intereses moratorios ni otras comisiones»). */
export function NotCharged() {
  return (
    <Panel title="Lo que no te cobramos">
      <ul className={classes.list}>
        {notCharged.map((text) => (
          <li key={text} className={classes.item}>
            <IconCheck size={20} stroke={1.75} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
