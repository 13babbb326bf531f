import { AnchorLink } from '../../components/links.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { ScreenNav } from '../../components/screen-nav.tsx'

const screens = [
  { to: '/configuracion', label: 'Acceso' },
  { to: '/configuracion/prestamos', label: 'Préstamos' },
  { to: '/configuracion/dinero', label: 'Dinero' },
  { to: '/configuracion/textos', label: 'Textos' },
  { to: '/configuracion/marca', label: 'Marca y datos' },
  { to: '/configuracion/webhooks', label: 'Webhooks' },
  { to: '/correos', label: 'Correos' },
  { to: '/configuracion/tokens', label: 'API' },
] as const

/** The breadcrumb of the screens below the settings. */
export function SettingsCrumb() {
  return (
    <AnchorLink to="/configuracion" {...crumbLinkProps}>
      Configuración
    </AnchorLink>
  )
}

/** The header of the settings' screens, with links between them. */
export function SettingsHeader({ detail }: { detail: string }) {
  return (
    <>
      <PageHeader
        title="Configuración"
        crumbs={[<HomeCrumb key="home" />, 'Administración', 'Configuración']}
        detail={detail}
      />
      <ScreenNav label="Configuración" screens={screens} />
    </>
  )
}
