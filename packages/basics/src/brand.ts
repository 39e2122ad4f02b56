// A type of its own for values that share a shape: `Brand<string, 'DeviceId'>` is no plain string.

declare const brand: unique symbol

export type Brand<Shape, Name extends string> = Shape & { readonly [brand]: Name }
