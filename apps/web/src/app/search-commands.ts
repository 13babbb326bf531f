import type { UserType } from '@quincena/domain/users/schema'
import { linkOptions } from '@tanstack/react-router'
import { listPageCommands } from '../lib/page-commands.ts'
import { stripAccents } from '../lib/strip-accents.ts'
import type { LayoutCommands, SearchEntry, SearchGroup } from './search-types.ts'

function pageEntries(): SearchEntry[] {
  return listPageCommands().map(({ label, run }) => ({
    ...{ key: `command-page-${label}`, label, detail: 'En esta pantalla', run },
  }))
}

function screenEntries(user_type: UserType): SearchEntry[] {
  const isAdmin = user_type === 'U0'
  return [
    {
      ...{ key: 'command-new-user', label: 'Nuevo usuario', detail: 'Usuarios' },
      link: linkOptions({ to: '/usuarios', search: { nuevo: true } }),
    },
    {
      ...{ key: 'command-new-company', label: 'Nueva empresa', detail: 'Empresas' },
      link: linkOptions({ to: '/empresas', search: { nueva: true } }),
    },
    {
      ...{ key: 'command-new-credit', label: 'Agregar crédito', detail: 'Solicitudes' },
      link: linkOptions({ to: '/creditos', search: { nueva: true } }),
    },
    {
      ...{ key: 'command-new-advance', label: 'Agregar anticipo', detail: 'Solicitudes' },
      link: linkOptions({ to: '/anticipos', search: { nueva: true } }),
    },
    {
      ...{ key: 'command-upload-users', label: 'Subir usuarios desde un archivo', detail: 'Usuarios' },
      link: linkOptions({ to: '/subir-usuarios' }),
    },
    ...(isAdmin
      ? [
          {
            ...{ key: 'command-payouts', label: 'Pausar o reanudar envíos', detail: 'Órdenes STP' },
            link: linkOptions({ to: '/stp', search: { envios: true } }),
          },
          {
            ...{ key: 'command-texts', label: 'Textos y avisos', detail: 'Configuración' },
            link: linkOptions({ to: '/configuracion/textos' }),
          },
          {
            ...{ key: 'command-brand', label: 'Marca y datos de la financiera', detail: 'Configuración' },
            link: linkOptions({ to: '/configuracion/marca' }),
          },
          {
            ...{ key: 'command-tokens', label: 'Tokens de API', detail: 'Configuración' },
            link: linkOptions({ to: '/configuracion/tokens' }),
          },
        ]
      : []),
    {
      ...{ key: 'command-notifications', label: 'Ver todas las notificaciones', detail: 'Tu cuenta' },
      link: linkOptions({ to: '/notificaciones' }),
    },
  ]
}

function layoutEntries({ onHelp, onSignOut }: LayoutCommands): SearchEntry[] {
  return [
    { key: 'command-shortcuts', label: 'Atajos de teclado', detail: 'Ayuda', run: onHelp },
    { key: 'command-sign-out', label: 'Cerrar sesión', detail: 'Tu cuenta', run: onSignOut },
  ]
}

/** The commands whose label has every word of the text: those of the screen, of other screens and of the layout. */
export function findCommands(text: string, user_type: UserType, layout: LayoutCommands): SearchGroup {
  const words = stripAccents(text.trim()).split(/\s+/)
  const entries = [...pageEntries(), ...screenEntries(user_type), ...layoutEntries(layout)]
  return {
    title: 'Comandos',
    entries: entries.filter(({ label }) => words.every((word) => stripAccents(label).includes(word))),
  }
}
