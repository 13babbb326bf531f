import { findLoan } from './demo-loans.ts'

export interface StaffScreen {
  path: string
  title: string
  /** What leads the tab's title; default: the title. */
  tab?: string
  /** Text that a manager reads instead of the screen. */
  refusal?: string
}

const adminsOnly = 'Esta sección es de administración'

/** All screens of the staff app; those in the specification's table come first. */
export async function listStaffScreens(): Promise<StaffScreen[]> {
  const credit = await findLoan('credit', 'active', { payments: 2 })
  const advance = await findLoan('advance', 'active')
  return [
    { path: '', title: 'Dashboard' },
    { path: 'stp', title: 'Órdenes STP' },
    { path: 'creditos', title: 'Solicitudes de crédito' },
    { path: `detalle-credito/${credit.id}`, title: 'Detalle del crédito', tab: 'C-\\d+' },
    { path: 'anticipos', title: 'Solicitudes de anticipo' },
    { path: `detalle-anticipo/${advance.id}`, title: 'Detalle del anticipo', tab: 'A-\\d+' },
    { path: 'cobranza', title: 'Cobranza' },
    { path: 'usuarios', title: 'Usuarios' },
    { path: 'empresas', title: 'Empresas' },
    { path: 'subir-usuarios', title: 'Subir usuarios' },
    {
      path: 'subir-empresas',
      title: 'Subir empresas',
      refusal: 'Solo un administrador puede subir empresas.',
    },
    { path: 'registro', title: 'Registro', refusal: 'Solo un administrador puede registrar personal.' },
    { path: 'tests', title: 'Diagnóstico', refusal: adminsOnly },
    { path: 'correos', title: 'Correos', refusal: adminsOnly },
    { path: 'faq', title: 'Ayuda' },
    { path: 'privacidad', title: 'Derechos ARCO' },
    { path: 'opiniones', title: 'Opiniones' },
    { path: 'notificaciones', title: 'Notificaciones' },
    { path: 'abonos', title: 'Abonos recibidos' },
    { path: 'tesoreria', title: 'Tesorería' },
    { path: 'tesoreria/movimientos', title: 'Movimientos en STP' },
    { path: 'tesoreria/cuentas', title: 'Titulares de cuentas' },
    { path: 'tesoreria/bancos', title: 'Bancos' },
    { path: 'tesoreria/por-identificar', title: 'Por identificar' },
    { path: 'tesoreria/saldos', title: 'Saldos a favor' },
    { path: 'tesoreria/por-comprobar', title: 'Por comprobar' },
    { path: 'conciliacion', title: 'Conciliación STP' },
    { path: 'autorizaciones', title: 'Autorizaciones' },
    { path: 'configuracion', title: 'Configuración', refusal: adminsOnly },
    { path: 'configuracion/dinero', title: 'Configuración', refusal: adminsOnly },
    { path: 'configuracion/textos', title: 'Configuración', tab: 'Textos', refusal: adminsOnly },
    { path: 'configuracion/textos/privacy', title: 'Aviso de privacidad', refusal: adminsOnly },
    {
      path: 'configuracion/textos/privacy/borrador',
      title: 'Borrador: Aviso de privacidad',
      refusal: adminsOnly,
    },
    { path: 'configuracion/tokens', title: 'Configuración', tab: 'Tokens de API', refusal: adminsOnly },
    { path: 'auditoria', title: 'Auditoría', refusal: adminsOnly },
  ]
}
