#pragma once

// Which sanitizers the tests are built with: 1 or 0. g++ says it by macros, clang by features.
#if defined(__has_feature)
#define SCRUBJAY_HAS_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#define SCRUBJAY_HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#ifdef __SANITIZE_ADDRESS__
#define SCRUBJAY_HAS_ADDRESS_SANITIZER 1
#else
#define SCRUBJAY_HAS_ADDRESS_SANITIZER 0
#endif
#ifdef __SANITIZE_THREAD__
#define SCRUBJAY_HAS_THREAD_SANITIZER 1
#else
#define SCRUBJAY_HAS_THREAD_SANITIZER 0
#endif
#endif
