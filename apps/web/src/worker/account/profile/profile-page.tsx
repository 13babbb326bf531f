import { UnstyledButton } from '@mantine/core'
import {
  IconBell,
  IconBuildingBank,
  IconChevronRight,
  IconCompass,
  IconDownload,
  IconFileCheck,
  IconFileText,
  IconFolder,
  IconHeadset,
  IconHelp,
  IconLock,
  IconLogout,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { SchemeSwitch } from '../../../components/scheme-switch.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { useUser } from '../../../lib/session.ts'
import { signOut } from '../../../lib/sign-in.ts'
import { InstallByHand } from '../../install/install-by-hand.tsx'
import { OwnPicture } from './own-picture.tsx'
import classes from './profile-page.module.css'

const groups = [
  {
    title: 'Tus datos',
    options: [
      { to: '/app/personal-data', label: 'Datos personales', Icon: IconUser },
      { to: '/app/documentation', label: 'Documentación', Icon: IconFolder },
      { to: '/app/bank-staff', label: 'Datos Bancarios', Icon: IconBuildingBank },
      { to: '/app/download-history', label: 'Mis descargas', Icon: IconDownload },
    ],
  },
  {
    title: 'Tu cuenta',
    options: [
      { to: '/app/security', label: 'Seguridad', Icon: IconLock },
      { to: '/app/notifications', label: 'Configura tus notificaciones', Icon: IconBell },
    ],
  },
  {
    title: 'Ayuda y textos legales',
    options: [
      { to: '/app/help-support', label: 'Ayuda y soporte', Icon: IconHeadset },
      { to: '/app/faq', label: 'Preguntas frecuentes', Icon: IconHelp },
      { to: '/app/onboarding', label: 'Conoce la app', Icon: IconCompass },
      { to: '/app/terms', label: 'Términos y condiciones', Icon: IconFileText },
      { to: '/app/privacy', label: 'Aviso de privacidad', Icon: IconShieldLock },
      { to: '/app/consents', label: 'Lo que aceptaste', Icon: IconFileCheck },
    ],
  },
] as const

function Person() {
  const { first_name, last_name, rfc, email, company_name } = useUser()
  const name = `${first_name} ${last_name}`
  return (
    <section className={classes.person}>
      <OwnPicture />
      <div className={classes.words}>
        <h2 className={classes.name}>{name}</h2>
        {company_name && <p className={classes.detail}>{company_name}</p>}
        {rfc && <p className={classes.detail}>RFC {rfc}</p>}
        <p className={classes.detail}>{email}</p>
      </div>
    </section>
  )
}

function Logout() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <UnstyledButton className={classes.option} onClick={() => setIsDialogOpen(true)}>
        <IconLogout size={22} stroke={1.75} aria-hidden />
        Cerrar sesión
      </UnstyledButton>
      <ConfirmDialog
        asSheet
        opened={isDialogOpen}
        title="¿Cerrar sesión?"
        text="Estás a punto de cerrar tu sesión. ¿Deseas continuar?"
        confirmLabel="Continuar"
        onConfirm={signOut}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}

/** Profile of the worker, with links to data, account and help. */
export function ProfilePage() {
  return (
    <>
      <ScreenHeader title="Mi perfil" action={<SchemeSwitch size={48} />} />
      <Person />
      <nav aria-label="Opciones">
        {groups.map(({ title, options }) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <div className={classes.options}>
              {options.map(({ to, label, Icon }) => (
                <Link key={to} to={to} className={classes.option}>
                  <Icon size={22} stroke={1.75} aria-hidden />
                  {label}
                  <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
                </Link>
              ))}
            </div>
          </section>
        ))}
      </nav>
      <InstallByHand />
      <div className={classes.options}>
        <Logout />
      </div>
    </>
  )
}
