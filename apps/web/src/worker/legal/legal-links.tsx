import { AnchorLink } from '../../components/links.tsx'
import classes from './legal-links.module.css'

/** Links to the public pages of the privacy notice and the terms. */
export function LegalLinks() {
  return (
    <nav className={classes.links} aria-label="Textos legales">
      <AnchorLink to="/app/legal/privacy" className={classes.link}>
        Aviso de privacidad
      </AnchorLink>
      <AnchorLink to="/app/legal/terms" className={classes.link}>
        Términos y condiciones
      </AnchorLink>
    </nav>
  )
}
