import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { AnchorLink } from '../components/links.tsx'
import { Logo } from '../components/mark.tsx'
import { MonthArt } from '../components/month-art.tsx'
import { LinkRequestForm } from './link-request-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import classes from './password-page.module.css'

const tokenOf = (hash: string) => new URLSearchParams(hash).get('token') ?? ''

/**
 * The page of the links in invitation and reset mails. With a token in the URL fragment the user sets a password;
 * without a token, or after the server refused it, the user requests a new link.
 */
export function PasswordPage() {
  const token = tokenOf(useLocation({ select: ({ hash }) => hash }))
  const [refusedToken, setRefusedToken] = useState('')
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false })
  const size = isPhone ? 'lg' : 'md'
  return (
    <main className={classes.page}>
      <div className={classes.art}>
        <p className={classes.line}>Cada peso, en su quincena.</p>
        <MonthArt className={classes.month} />
      </div>
      <div className={classes.side}>
        <div className={classes.content}>
          <Logo />
          {token === refusedToken ? (
            <LinkRequestForm size={size} isLinkRefused={token !== ''} />
          ) : (
            <NewPasswordForm key={token} token={token} size={size} onRefused={() => setRefusedToken(token)} />
          )}
          <p className={classes.other}>
            <AnchorLink to="/" underline="always">
              Volver a iniciar sesión
            </AnchorLink>
          </p>
        </div>
      </div>
    </main>
  )
}
