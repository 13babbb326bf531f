import { canAddByHand } from '../../lib/install.ts'
import { Panel } from '../screen/panel.tsx'
import stack from '../screen/stack.module.css'

/** How to put the app on an iPhone's home screen, which no page can offer there. */
export function InstallByHand() {
  if (!canAddByHand()) return null
  return (
    <Panel title="Quincena en tu pantalla de inicio" tone="quiet">
      <p className={stack.lead}>
        En Safari, toca Compartir y luego «Agregar a inicio». Así abre como app y puedes recibir avisos.
      </p>
    </Panel>
  )
}
