import type { UserType } from '@quincena/domain/users/schema'
import {
  IconBuilding,
  IconBuildingBank,
  IconBuildingPlus,
  IconCalendarDollar,
  IconChecks,
  IconCreditCardPay,
  IconDatabaseImport,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconMessage,
  IconPhoneCall,
  IconScale,
  IconSettings,
  IconShieldLock,
  IconStethoscope,
  IconTransfer,
  IconTransferIn,
  IconUserPlus,
  IconUsers,
  IconUserUp,
} from '@tabler/icons-react'

/** The staff app's screens in the specification's order; `details` is the path prefix of an entry's screens elsewhere. */
const menu = [
  {
    title: 'Operación',
    entries: [
      { to: '/', label: 'Dashboard', Icon: IconLayoutDashboard },
      { to: '/stp', label: 'Órdenes STP', Icon: IconTransfer },
      { to: '/creditos', label: 'Créditos', Icon: IconCreditCardPay, details: '/detalle-credito/' },
      { to: '/anticipos', label: 'Anticipos', Icon: IconCalendarDollar, details: '/detalle-anticipo/' },
      { to: '/cobranza', label: 'Cobranza', Icon: IconPhoneCall },
    ],
  },
  {
    title: 'Dinero',
    entries: [
      { to: '/abonos', label: 'Abonos recibidos', Icon: IconTransferIn },
      {
        to: '/tesoreria',
        label: 'Tesorería',
        Icon: IconBuildingBank,
        details: '/tesoreria',
      },
      { to: '/conciliacion', label: 'Conciliación STP', Icon: IconScale },
      { to: '/autorizaciones', label: 'Autorizaciones', Icon: IconChecks },
    ],
  },
  {
    title: 'Personas',
    entries: [
      { to: '/usuarios', label: 'Usuarios', Icon: IconUsers },
      { to: '/empresas', label: 'Empresas', Icon: IconBuilding },
      { to: '/subir-usuarios', label: 'Subir usuarios', Icon: IconUserUp },
      { to: '/subir-empresas', label: 'Subir empresas', Icon: IconBuildingPlus },
    ],
  },
  {
    title: 'Ayuda',
    entries: [
      { to: '/faq', label: 'Ayuda', Icon: IconHelpCircle },
      { to: '/privacidad', label: 'Derechos ARCO', Icon: IconShieldLock },
      { to: '/opiniones', label: 'Opiniones', Icon: IconMessage },
    ],
  },
] as const

/** Screens for admins only. */
const adminMenu = [
  {
    title: 'Administración',
    entries: [
      { to: '/registro', label: 'Registro', Icon: IconUserPlus },
      { to: '/importar-prestamos', label: 'Importar préstamos', Icon: IconDatabaseImport },
      { to: '/configuracion', label: 'Configuración', Icon: IconSettings, details: '/correos' },
      { to: '/auditoria', label: 'Auditoría', Icon: IconHistory },
      { to: '/tests', label: 'Diagnóstico', Icon: IconStethoscope },
    ],
  },
] as const

export type MenuEntry = ((typeof menu)[number] | (typeof adminMenu)[number])['entries'][number]

/** The menu of a user type. */
export function menuFor(user_type: UserType) {
  return user_type === 'U0' ? [...menu, ...adminMenu] : menu
}
