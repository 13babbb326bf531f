import { AnchorLink } from '../../components/links.tsx'
import { Logo } from '../../components/mark.tsx'
import { WelcomeDrawing } from '../../components/phone/welcome-drawings.tsx'
import { LegalLinks } from '../legal/legal-links.tsx'
import classes from './welcome-page.module.css'

/** Public start page of the worker app. */
export function WelcomePage() {
  return (
    <main className={classes.page}>
      <Logo />
      <WelcomeDrawing width={260} />
      <h1 className={classes.title}>BIENVENIDO</h1>
      <p className={classes.text}>
        <AnchorLink to="/app/login" size="lg" className={classes.link}>
          Iniciar sesión AQUÍ
        </AnchorLink>
      </p>
      <LegalLinks />
    </main>
  )
}
