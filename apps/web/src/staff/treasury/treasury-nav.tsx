import { ScreenNav } from '../../components/screen-nav.tsx'

/** The screens of the treasury, in the order of the row. */
const screens = [
  { to: '/tesoreria', label: 'Día' },
  { to: '/tesoreria/por-identificar', label: 'Por identificar' },
  { to: '/tesoreria/movimientos', label: 'Movimientos en STP' },
  { to: '/tesoreria/saldos', label: 'Saldos a favor' },
  { to: '/tesoreria/cuentas', label: 'Titulares de cuentas' },
  { to: '/tesoreria/bancos', label: 'Bancos' },
  { to: '/tesoreria/por-comprobar', label: 'Por comprobar' },
] as const

/** Links to the treasury's screens, below the header of each of them. */
export function TreasuryNav() {
  return <ScreenNav label="Tesorería" screens={screens} />
}
