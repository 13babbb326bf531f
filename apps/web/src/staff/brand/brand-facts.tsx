import { BRAND_FIELD_NAMES, BRAND_FIELDS } from '@quincena/domain/brand/content'
import type { BrandVersion } from '@quincena/domain/brand/schema'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import classes from './brand.module.css'
import { BrandLogo } from './brand-logo.tsx'
import { ColorDot } from './color-dot.tsx'

/** All fields of a version with its logo. */
export function BrandFacts({ brand: { content, logo } }: { brand: Pick<BrandVersion, 'content' | 'logo'> }) {
  return (
    <>
      <div className={classes.logoRow}>
        {logo === null ? (
          <p className={classes.second}>Sin logotipo: se muestran el símbolo y el nombre comercial.</p>
        ) : (
          <BrandLogo sha256={logo.sha256} name={content.trade_name} />
        )}
      </div>
      <FieldGrid>
        {BRAND_FIELDS.map((field) => (
          <Field key={field} label={BRAND_FIELD_NAMES[field]}>
            {field.startsWith('color_') && <ColorDot color={content[field]} />}
            {content[field] || '—'}
          </Field>
        ))}
      </FieldGrid>
    </>
  )
}
