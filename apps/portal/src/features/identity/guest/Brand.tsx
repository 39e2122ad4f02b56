// The name and mark of the product.

import css from './Brand.module.css'

export function Brand() {
  return (
    <span className={css['brand']}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>Farport</span>
    </span>
  )
}
