//! Rules against hand-worked numbers, scripted dice and exact odds.

mod catalogue;
mod sheets;
