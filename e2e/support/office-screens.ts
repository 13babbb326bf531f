import { findLoan } from './cast.ts'

interface OfficeScreen {
  path: string
  title: string
  isAdminOnly?: true
}

/** Every screen of the office, those of the specification's table first. */
export async function officeScreens(): Promise<OfficeScreen[]> {
  const credit = await findLoan('credit', 'active', { payments: 2 })
  const advance = await findLoan('advance', 'active')
  return [
    { path: '', title: 'Dashboard' },
    { path: 'stp', title: 'Órdenes STP' },
    { path: 'creditos', title: 'Solicitudes de crédito' },
    { path: `detalle-credito/${credit.id}`, title: 'Detalle del crédito' },
    { path: 'anticipos', title: 'Solicitudes de anticipo' },
    { path: `detalle-anticipo/${advance.id}`, title: 'Detalle del anticipo' },
    { path: 'usuarios', title: 'Usuarios' },
    { path: 'empresas', title: 'Empresas' },
    { path: 'subir-usuarios', title: 'Subir usuarios' },
    { path: 'subir-empresas', title: 'Subir empresas', isAdminOnly: true },
    { path: 'registro', title: 'Registro', isAdminOnly: true },
    { path: 'tests', title: 'Diagnóstico', isAdminOnly: true },
    { path: 'faq', title: 'Ayuda' },
    { path: 'abonos', title: 'Abonos recibidos' },
    { path: 'conciliacion', title: 'Conciliación STP' },
    { path: 'configuracion', title: 'Configuración', isAdminOnly: true },
    { path: 'auditoria', title: 'Auditoría', isAdminOnly: true },
  ]
}
