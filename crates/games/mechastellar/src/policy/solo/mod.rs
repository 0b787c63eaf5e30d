//! The printed behaviour tables of the wargame supplement, with thrifty skill use.
//!
//! A d10 per activation picks an order (`ms93.mecha-ai.*`, `ms93.kaiju-ai.*`): Kaiju read the table of
//! Kaiju, all others that of mecha. [`tables`] holds both, [`targets`] says who acts next and whom it goes
//! for, [`places`] where to go, [`arms`] with what; [`player`] carries the orders out in Move and Combat
//! Actions. What an order adds to the core rules is the rules' own, by the option `behaviour_bonus`.
//!
//! The tables say nothing about spending Momentum: Focus when it changes two dice or more and 3 Momentum
//! are there; Flash or Iron Wall only to survive; Valor only to kill; Zeal only for a second attack with 4
//! Momentum. A shield is given up for any failed save, other parts only to survive. Only Kaiju Counter.

mod advantage;
mod arms;
mod places;
mod player;
pub(super) mod range;
mod tables;
mod targets;
mod thrift;

pub(crate) use arms::hits_back;
pub(crate) use player::Solo;
