import { Panel } from '../../components/phone/panel.tsx'
import stack from '../../components/phone/stack.module.css'
import { productName } from '../../lib/brand.ts'
import { canAddByHand } from '../../lib/install.ts'

/** Instructions to add the app to the home screen on iOS, where a page cannot open an install prompt. */
export function InstallByHand() {
  if (!canAddByHand()) return null
  return (
    <Panel title={`${productName()} en tu pantalla de inicio`} tone="quiet">
      <p className={stack.lead}>
        En Safari, toca Compartir y luego «Agregar a inicio». Así abre como app y puedes recibir
        notificaciones.
      </p>
    </Panel>
  )
}
